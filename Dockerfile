# syntax=docker/dockerfile:1
# One file for all images: docker build --build-arg APP=<app> --target service|browser -t govcrawler/<app> .
# <app> is a folder of apps/ that tools/deploy/app-parts.mjs names. Only fetch-service needs the browser target.

FROM node:20.20-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node node_modules/nx/dist/bin/nx.js run-many -t build --outputStyle=static
ARG APP
RUN node tools/deploy/pack-app.mjs "$APP" /app \
    && cd /app && npm ci --omit=dev --no-audit --no-fund

FROM node:20.20-bookworm-slim AS service
ARG APP
ENV NODE_ENV=production TZ=UTC APP=${APP}
WORKDIR /app
COPY --from=build --chown=root:root /app /app
# The one folder that is written; everything else can be mounted read-only.
RUN install -d -o node -g node /data/govcrawler
VOLUME /data/govcrawler
USER node
COPY --chmod=0755 tools/deploy/healthcheck.mjs /usr/local/bin/healthcheck.mjs
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 CMD ["node", "/usr/local/bin/healthcheck.mjs"]
ENTRYPOINT ["sh", "-c", "exec node dist/apps/$APP/main.js \"$@\"", "govcrawler"]

FROM service AS browser
USER root
# SKIP_CHROMIUM=1 builds without a browser: pages behind a challenge then need BROWSERLESS_URL or stay blocked.
ARG SKIP_CHROMIUM=0
RUN if [ "$SKIP_CHROMIUM" != 1 ]; then \
      apt-get update \
      && apt-get install -y --no-install-recommends chromium fonts-noto-cjk libxfixes3 libxshmfence1 \
      && rm -rf /var/lib/apt/lists/*; \
    fi
ENV CHROMIUM_PATH=/usr/bin/chromium
USER node
