/** Makes the built command executable: the compiler keeps the `#!` line but not the permission. */
import { chmodSync } from 'node:fs';

chmodSync(new URL('../dist/cli/main.js', import.meta.url), 0o755);
