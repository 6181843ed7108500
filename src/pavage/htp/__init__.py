"""The Hex Text Protocol, our side of it: HexGui and other programs drive the engine line by line."""
