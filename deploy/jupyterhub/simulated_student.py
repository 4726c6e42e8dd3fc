"""One student of a simulated class, as the hub sees the browser of one."""

import json
import time
import uuid

import httpx
import websocket

OUTPUTS = {"stream", "execute_result", "display_data"}
PATIENCE = 600  # seconds


def log_in(client, name, password):
    client.get("/hub/login")
    token = client.cookies.get("_xsrf", path="/hub/")
    form = {"username": name, "password": password, "_xsrf": token}
    client.post("/hub/login", data=form).raise_for_status()
    return token


def start_server(client, name, token):
    """Ask for the server and follow its progress until it is there."""
    client.get("/hub/spawn")
    address = f"/hub/api/users/{name}/server/progress?_xsrf={token}"
    with client.stream("GET", address) as progress:
        progress.raise_for_status()
        for line in progress.iter_lines():
            event = json.loads(line.removeprefix("data:")) if "data:" in line else {}
            if event.get("failed"):
                raise RuntimeError(f"{name}: {event['message']}")
            if event.get("ready"):
                return
    raise RuntimeError(f"{name}: the server was not ready when its progress ended")


def open_kernel(client, name, chapter):
    """Open the chapter as the browser does; return a socket to its kernel."""
    page = f"/user/{name}/lab/tree/{chapter}"
    client.get(page).raise_for_status()
    token = client.cookies.get("_xsrf", path=f"/user/{name}/")
    session = {
        "path": chapter,
        "name": chapter,
        "type": "notebook",
        "kernel": {"name": "python3"},
    }
    headers = {"X-XSRFToken": token}
    reply = client.post(f"/user/{name}/api/sessions", json=session, headers=headers)
    kernel = reply.raise_for_status().json()["kernel"]["id"]
    address = f"{client.base_url}/user/{name}/api/kernels/{kernel}/channels"
    cookies = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
    address = address.replace("http", "ws", 1).replace("//user", "/user")
    return websocket.create_connection(
        address, timeout=PATIENCE, cookie=cookies, header=headers
    )


def run_until_output(kernel, cells):
    """Run cell after cell until one of them shows something."""
    for source in cells:
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": "execute_request",
            "username": "",
            "session": uuid.uuid4().hex,
            "version": "5.3",
            "date": "",
        }
        content = {"code": source, "silent": False}
        message = {"header": header, "content": content, "channel": "shell"}
        kernel.send(json.dumps(message | {"parent_header": {}, "metadata": {}}))
        while True:
            said = kernel.recv()
            said = json.loads(said) if isinstance(said, str) else {}  # else: a buffer
            if said.get("parent_header", {}).get("msg_id") != header["msg_id"]:
                continue
            if said["msg_type"] in OUTPUTS:
                return
            if said["msg_type"] == "error":
                raise RuntimeError("\n".join(said["content"]["traceback"]))
            if said["content"].get("execution_state") == "idle":
                break
    raise RuntimeError("none of the cells showed anything")


def attend(number, gap, address, password, chapter, cells):
    """Come after a while; return the seconds from the log-in to the first output."""
    time.sleep(number * gap)  # when they come
    start = time.monotonic()
    name = f"student-{number}"
    options = {"follow_redirects": True, "timeout": PATIENCE}
    with httpx.Client(base_url=address, **options) as client:
        token = log_in(client, name, password)
        start_server(client, name, token)
        kernel = open_kernel(client, name, chapter)
        run_until_output(kernel, cells)
        kernel.close()
    return time.monotonic() - start
