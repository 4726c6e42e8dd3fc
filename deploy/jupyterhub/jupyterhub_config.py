"""One server for a class; deploy/README.md says how to set it up.

Students log in as student-<name> with the class's password, the teacher as teacher.
"""

import os
import sys
from pathlib import Path

BOOK = Path(__file__).resolve().parents[2]
HUB = BOOK / ".venv-hub"  # `make hub` makes it

c = get_config()  # noqa: F821 (JupyterHub defines it)

# HTTPS is the business of a web server in front.
c.JupyterHub.bind_url = "http://127.0.0.1:8000"
c.ConfigurableHTTPProxy.command = [f"{HUB}/node_modules/.bin/configurable-http-proxy"]

# Without accounts: whoever has the password can log in under any student's name.
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ["CLASS_PASSWORD"]
c.SharedPasswordAuthenticator.admin_password = os.environ["TEACHER_PASSWORD"]
c.Authenticator.allow_all = True
c.Authenticator.admin_users = {"teacher"}
# The name becomes a folder in /var/lib, which nobody may take from the system: a
# student called "docker" would be given Docker's.
c.Authenticator.username_pattern = "teacher|student-[a-z0-9-]{1,30}"

# systemd makes a user for each student while the server runs, and keeps them apart.
c.JupyterHub.spawner_class = "systemd"
c.SystemdSpawner.dynamic_users = True
c.SystemdSpawner.isolate_tmp = True
c.SystemdSpawner.isolate_devices = True
c.Spawner.mem_limit = "2G"
c.Spawner.cpu_limit = 2.0
c.Spawner.cmd = [f"{BOOK}/deploy/start", f"{HUB}/bin/jupyterhub-singleuser"]
c.Spawner.default_url = "/lab/tree/chapters/why_attention.ipynb"
c.Spawner.environment = {"OMP_NUM_THREADS": "1"}  # thirty kernels share the cores
c.Spawner.start_timeout = c.Spawner.http_timeout = 300  # seconds, when all come at once

# A server that nobody has used for an hour gives its memory back; the files stay.
c.JupyterHub.services = [
    {
        "name": "idle-culler",
        "command": [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=3600"],
    }
]
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "services": ["idle-culler"],
        "scopes": [
            "list:users",
            "read:users:activity",
            "read:servers",
            "delete:servers",
        ],
    }
]
