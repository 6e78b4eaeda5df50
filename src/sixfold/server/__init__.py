"""The server: tables, guests, the live protocol, and the store behind them."""
