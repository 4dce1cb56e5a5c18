/** The user's message for a failed update, with advice, by error codes of electron-updater and the system. */
export function updateProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  const all = `${code} ${message}`;
  if (/ERR_CHECKSUM_MISMATCH|checksum mismatch/.test(all))
    return 'The downloaded file is not the one that was published, and was deleted. Try again later.';
  if (/ERR_UPDATER_NO_CHECKSUM/.test(all))
    return 'The update server names no checksum for this version, so it is not downloaded.';
  if (/ERR_UPDATER_INVALID_SIGNATURE|code signature|not signed/i.test(all))
    return 'The downloaded file is not signed by the publisher of Parallax, and was deleted. This version stays.';
  if (/ENOSPC/.test(all)) return 'The disk is full. Free some space, then download the update again.';
  if (/CHANNEL_FILE_NOT_FOUND|LATEST_VERSION_NOT_FOUND|HTTP_ERROR_404|\b404\b/.test(all))
    return 'The update server has no version for this system and channel.';
  if (/ERR_PROXY|TUNNEL_CONNECTION|\b407\b|UND_ERR_ABORTED/.test(all))
    return 'The proxy refused the connection to the update server. Check the proxy settings of the system.';
  if (/ERR_CERT|CERT_|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(all))
    return 'The certificate of the update server is not trusted. A company’s own certificate has to be installed in the system.';
  if (/ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|net::ERR_|socket hang up|HTTP_ERROR_5|\b50\d\b/.test(all))
    return 'The update server cannot be reached. Parallax looks again later.';
  return `The update failed: ${message.split('\n', 1)[0]}`;
}
