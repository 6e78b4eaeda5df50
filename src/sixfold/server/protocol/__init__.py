"""Everything on the wire: what is asked, what is seen, what is said."""
