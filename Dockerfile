# The command line with `parallax serve`, from the package that `npm pack` makes. Data lives in the volume /data.
#   docker build -t parallax .
#   docker run -d -p 127.0.0.1:8080:8080 -v parallax:/data parallax
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
# Types are prepared with the build; the sources are not here yet.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --pack-destination /tmp && mv /tmp/parallax-*.tgz /tmp/parallax.tgz

FROM node:24-bookworm-slim
COPY --from=build /tmp/parallax.tgz /tmp/parallax.tgz
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/parallax.tgz \
  && rm /tmp/parallax.tgz \
  && mkdir /data && chown node:node /data && chmod 700 /data
# No process of the service needs a privilege.
USER node
VOLUME /data
EXPOSE 8080
# Inside of the container every address is the container's own; who reaches it from outside is said by `docker run -p`.
ENTRYPOINT ["parallax"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080", "--data", "/data", "--log-to", "stderr"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
