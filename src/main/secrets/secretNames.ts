/** Names in the secret store of what alerts and scheduled reports are sent with. */
export const webhookSecretName = 'alert-webhook';
export const passwordName = 'report-smtp';
export const webhookNames = { slack: 'report-slack', teams: 'report-teams' } as const;
