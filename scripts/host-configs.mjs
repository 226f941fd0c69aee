// Prints the configuration of a web server for this build:
// node scripts/host-configs.mjs nginx|caddy [folder that is served] [base, such as /alcove/]
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What programs get that call `/v1` of a host of files: an error they can print, in the shape they read. */
const NO_SERVICE = JSON.stringify({
  error: {
    message:
      'This host serves the files of Alcove only; models run in the browser. To call them from programs, start the server of Alcove on your computer: npm start, in its folder',
    type: 'server_error',
    param: null,
    code: 'engine_unavailable',
  },
});

/** nginx. `root` is the folder the server serves; with a base the build is in a folder of it. */
export function nginxConfig({ all, downloads, consent }, { root, base = '/', listen = '80' }) {
  const lines = (headers) =>
    Object.entries(headers)
      .map(([name, value]) => `    add_header ${name} "${value}" always;`)
      .join('\n');
  return `server {
  listen ${listen};
  root ${root};
  absolute_redirect off;
  include /etc/nginx/mime.types;
  # nginx's own list lacks it.
  types { application/manifest+json webmanifest; }
  gzip on;
  gzip_comp_level 6;
  gzip_types text/css text/javascript application/javascript application/json application/wasm image/svg+xml application/manifest+json;

  # An error, never the page: a client would take it for an answer.
  location ${base}v1 {
    default_type application/json;
    return 503 '${NO_SERVICE}';
  }
  # The worker that downloads models may reach their hub.
  location ~ ^${base}assets/download-worker- {
${lines(downloads)}
  }
  # The page on which a person answers a site that opened it.
  location = ${base}connect {
    rewrite ^ ${base}index.html break;
${lines(consent)}
  }
  location ${base} {
    try_files $uri $uri/ ${base}index.html;
${lines(all)}
  }
}
`;
}

/** Caddy. The same options. */
export function caddyConfig({ all, downloads, consent }, { root, base = '/', listen = ':80' }) {
  const lines = (headers) =>
    Object.entries(headers)
      .map(([name, value]) => `      ${name} "${value}"`)
      .join('\n');
  return `${listen} {
  root * ${root}
  encode zstd gzip {
    match {
      header Content-Type text/*
      header Content-Type application/json*
      header Content-Type application/javascript*
      header Content-Type application/wasm*
      header Content-Type image/svg+xml*
    }
  }
  # An error, never the page: a client would take it for an answer.
  handle ${base}v1* {
    header Content-Type application/json
    respond \`${NO_SERVICE}\` 503
  }
  # The worker that downloads models may reach their hub.
  handle ${base}assets/download-worker-* {
    header {
${lines(downloads)}
    }
    file_server
  }
  # The page on which a person answers a site that opened it.
  handle ${base}connect {
    header {
${lines(consent)}
    }
    rewrite * ${base}index.html
    file_server
  }
  handle ${base}* {
    header {
${lines(all)}
    }
    try_files {path} ${base}index.html
    file_server
  }
}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kind = 'nginx', root = '/srv/www', base = '/'] = process.argv.slice(2);
  const headers = JSON.parse(await readFile('dist/headers.json', 'utf8'));
  process.stdout.write((kind === 'caddy' ? caddyConfig : nginxConfig)(headers, { root, base }));
}
