"""Cards out of the machine: drawn as on the page, printed, and for other tables."""
