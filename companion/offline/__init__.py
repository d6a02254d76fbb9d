"""The companion with no server: the same rooms over a store that a browser keeps."""
