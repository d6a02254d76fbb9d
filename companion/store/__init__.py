"""Database models and queries. Pages and API use them only through the services."""
