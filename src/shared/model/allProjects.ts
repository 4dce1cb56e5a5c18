/** In place of a project where lists of all of them are wished; no project can be called so. */
export const allProjects = 'all';
