"""Every small panel, counted twice: by Quorate and by a second, deliberately naive implementation."""
