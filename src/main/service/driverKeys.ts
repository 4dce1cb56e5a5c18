/** Name of the secret that holds a driver's key. */
export function driverKeyName(driver: string): string {
  return `driver:${driver}`;
}
