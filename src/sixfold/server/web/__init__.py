"""HTTP, sockets and event streams; guests, limits, and the documents of the API."""
