"""The server: the app, its settings and commands, and the http server with its limits."""
