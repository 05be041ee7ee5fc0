"""What a simulation found, for people: figures with intervals, a page with plots, two runs compared, forecasts.

The modules here need Polars, and `plots` Matplotlib: import them only where they are used, for they load slowly.
"""
