// What is open over the page.

export const shell: { settings: boolean } = $state({ settings: false });
