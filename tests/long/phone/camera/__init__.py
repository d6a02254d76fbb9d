"""The reader of photographed sheets, held against photographs whose truth is known."""
