"""Card sets as data: the language, the loader, the compiler."""
