export type DiagnosticCheck = {
  readonly check:
    | 'file access'
    | 'history'
    | 'settings'
    | 'keychain'
    | 'file system'
    | 'clock'
    | 'proxy'
    | 'network'
    | 'graphics';
  /** `fixed`: was wrong and has been corrected. `note`: works, but not optimally. */
  readonly result: 'ok' | 'fixed' | 'note' | 'problem';
  readonly details: readonly string[];
};
