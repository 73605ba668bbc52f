// What stands on every page, and the rules, in French.

import type { house as english } from '../en/house';

export const house: Record<keyof typeof english, string> = {
  // Général
  loading: 'Un instant…',
  pair: '{a} : {b}',
  close: 'Fermer',
  save: 'Enregistrer',
  agree: 'Accepter',
  decline: 'Refuser',
  cancel: 'Annuler',
  tagline:
    'Les batailles de Napoléon sur votre table : dans les règles, avec des dés honnêtes, contre l’ordinateur ou un ami.',
  'page.missing': 'Cette page n’existe pas.',
  'page.skip': 'Aller à la page',
  'fault.offline': 'Le serveur est injoignable.',

  // Règles
  rules: 'Règles',
  'rules.title': 'Les règles de {title}, avec nos mots',
  'rules.note': 'Des résumés pour retrouver un point ; le livret fait autorité.',
  'rules.search': 'Chercher',
  'rules.search.hint': 'Un mot ou un numéro, comme « rivière » ou 9.3',
  'rules.found': '{n} {n:règle|règles}',
  'rules.none': 'Rien trouvé.',
  'rules.status.partly': 'jouée en partie',
  'rules.status.not yet': 'pas encore jouée',
  'rules.status.optional': 'facultative',
  'rules.status.definition': 'définition',
  'rule.open': 'Règle {rule} : voir le résumé',
  'rule.title': 'Règle {rule}',
  'rule.status': 'Dans ce programme : {status}.',
};
