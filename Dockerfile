# The server in a container: one volume with the database, an ordinary user, a health check.
#
#     docker build --tag pavage .
#     docker run --publish 8000:8000 --volume pavage:/data pavage
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends g++ && rm --recursive /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN python -m venv /pavage && /pavage/bin/pip install --no-cache-dir ".[web,postgresql]"

FROM python:3.13-slim
COPY --from=build /pavage /pavage
RUN useradd --create-home --uid 1000 pavage && install --directory --owner pavage /data
USER pavage
ENV PATH=/pavage/bin:$PATH PAVAGE_DATABASE=sqlite:////data/pavage.db
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["pavage", "serve", "--host", "0.0.0.0", "--port", "8000", "--no-browser"]
