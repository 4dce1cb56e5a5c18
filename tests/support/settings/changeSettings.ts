/** A program of its own that changes settings: `FOLDER NAME COUNT` sets `NAME-0` and so on, one after the other. */
import { openNodeSettings } from '#main/hosts/node/nodeSettings.ts';

const [folder = '', name = '', count = '0'] = process.argv.slice(2);
const settings = await openNodeSettings(folder);
for (let at = 0; at < Number(count); at += 1) settings.set(`${name}-${at}`, at);
