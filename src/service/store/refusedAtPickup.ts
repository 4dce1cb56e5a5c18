/** `response` of a task that the balance no longer covers when its turn comes. */
export const refusedAtPickup = JSON.stringify({
  error: {
    code: 'INSUFFICIENT_CREDITS',
    message: 'The balance no longer covers this task: top up the account and submit it again',
  },
});
