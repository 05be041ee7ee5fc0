"""The table over the network: lobby, tables, time, storage, protocol."""
