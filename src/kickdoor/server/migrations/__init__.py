"""How the database came to be as it is, step by step; run by Alembic when a server starts."""
