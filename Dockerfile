# The gateway alone. Its database is MongoDB, or the embedded one in the volume /app/data.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/embedded-database/package.json packages/embedded-database/
# No package needs its install script: see docs/dependencies.md.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY .swcrc ./
COPY scripts scripts
COPY packages packages
COPY src src
COPY schema schema
RUN node scripts/build-if-stale.mjs && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production MODE=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/app/data
WORKDIR /app
# Its link to the package of the embedded database leads to the next two.
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages/embedded-database/dist packages/embedded-database/dist
COPY packages/embedded-database/package.json packages/embedded-database/
COPY --from=build /app/dist dist
COPY --from=build /app/dist-program dist-program
COPY --from=build /app/dist-web dist-web
COPY package.json LICENSE ./
COPY scripts/build-if-stale.mjs scripts/
COPY schema schema
COPY samples samples
RUN mkdir data && chown node:node data
USER node
VOLUME /app/data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "--max-old-space-size=1536", "dist/main.js"]
