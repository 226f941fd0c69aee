// npm run check: what every change must pass before its tests in a browser; under a minute.
import { runChecks } from './checks.mjs';
import { installClients, installPackages, requireNode } from './install.mjs';

requireNode();
installPackages();
// Their types are checked, too.
installClients();
await runChecks();
