// What stands on every page, and the rules, in English.

export const house = {
  // General
  loading: 'One moment…',
  pair: '{a}: {b}',
  close: 'Close',
  save: 'Save',
  agree: 'Agree',
  decline: 'Decline',
  cancel: 'Cancel',
  tagline:
    'The battles of Napoleon, at your table: by the rules, with honest dice, against the computer or a friend.',
  'page.missing': 'There is no such page.',
  'page.skip': 'Skip to the page',
  'fault.offline': 'The server cannot be reached.',

  // Rules
  rules: 'Rules',
  'rules.title': 'The rules of {title}, in our own words',
  'rules.note': 'Summaries for looking things up; the rulebook itself is the authority.',
  'rules.search': 'Search',
  'rules.search.hint': 'A word or a number, like “river” or 9.3',
  'rules.found': '{n} {n:rule|rules}',
  'rules.none': 'Nothing found.',
  'rules.status.partly': 'partly played',
  'rules.status.not yet': 'not played yet',
  'rules.status.optional': 'optional',
  'rules.status.definition': 'definition',
  'rule.open': 'Rule {rule}: show its summary',
  'rule.title': 'Rule {rule}',
  'rule.status': 'In this program: {status}.',
};
