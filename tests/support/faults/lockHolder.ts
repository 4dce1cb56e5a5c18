// Takes a lock, says whether it has it, and lives until it is killed: node lockHolder.ts FILE
import { takeFileLock } from '#platform/sqlite/fileLock.ts';

const lock = takeFileLock(process.argv[2] ?? '');
console.log(lock === null ? 'taken' : 'held');
setInterval(() => lock, 60_000);
