/** Used instead of a project to request lists of all projects; no project can have this name. */
export const allProjects = 'all';
