"""Serve the built book and open it: python tools/serve.py FOLDER PORT."""

import functools
import http.server
import sys
import webbrowser

folder, port = sys.argv[1], int(sys.argv[2])
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
try:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
except OSError as error:
    sys.exit(f"port {port} cannot be used ({error}); try: make serve PORT={port + 1}")
print(f"The book is at http://127.0.0.1:{port} (Ctrl+C stops)")
webbrowser.open(f"http://127.0.0.1:{port}")
try:
    server.serve_forever()
except KeyboardInterrupt:
    print()
