# docker build -t alcove . && docker run --rm -p 8080:8080 alcove
FROM node:22-slim AS build
WORKDIR /alcove
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:22-slim
WORKDIR /alcove
COPY --from=build /alcove/dist dist
COPY --from=build /alcove/build build
COPY --from=build /alcove/scripts scripts
COPY --from=build /alcove/node_modules/ws node_modules/ws
COPY --from=build /alcove/package.json /alcove/LICENSE /alcove/NOTICE ./
ENV HOST=0.0.0.0
# Of the container: what reaches it is decided by -p.
ENV ALCOVE_ALLOW_LAN=1
ENV PORT=8080
EXPOSE 8080
USER node
HEALTHCHECK CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
