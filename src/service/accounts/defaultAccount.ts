/** The account every service has: made at the first start, used where no other is named. */
export const defaultAccount = 'default';
