# The book in JupyterLab, for one reader or as the image of a JupyterHub:
#     docker build -t glass-box .
#     docker run --rm -p 8888:8888 glass-box
FROM python:3.11-slim-bookworm

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

# What seldom changes comes first: Docker keeps these layers when a chapter changes.
WORKDIR /opt/glass-box
COPY requirements-lock.txt requirements-torch.txt ./
COPY deploy/jupyterhub/requirements.txt deploy/jupyterhub/
RUN pip install --require-hashes --no-deps -r requirements-lock.txt \
 && pip install --no-deps --index-url https://download.pytorch.org/whl/cpu \
      -r requirements-torch.txt \
 && pip install -r deploy/jupyterhub/requirements.txt

COPY . .
RUN pip install --no-deps --no-build-isolation -e . \
 && useradd --create-home --uid 1000 --gid users jovyan

# Number and name as in Jupyter's own images, which Zero to JupyterHub expects.
USER 1000
ENV HOME=/home/jovyan OMP_NUM_THREADS=1
WORKDIR /home/jovyan
EXPOSE 8888

# It copies the chapters into the home folder, then runs what follows; a hub puts its
# own command in the place of this one.
ENTRYPOINT ["/opt/glass-box/deploy/start"]
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--no-browser", \
     "--LabApp.default_url=/lab/tree/chapters/why_attention.ipynb"]
