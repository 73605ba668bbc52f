// Making a game, going on with a saved one, taking a seat, in French.

import type { making as english } from '../en/making';

export const making: Record<keyof typeof english, string> = {
  // Nouvelle partie
  'new.title': 'Nouvelle partie : {title}',
  'new.side': 'Vous commandez',
  'new.opponent': 'Votre adversaire',
  'new.computer': 'L’ordinateur',
  'new.friend': 'Un ami, par un lien à envoyer',
  'new.anybody': 'N’importe qui, depuis l’accueil',
  'new.hotseat': 'Les deux camps sur cet écran',
  'new.watchBoth': 'Deux ordinateurs : seulement regarder',
  'new.options': 'Options',
  'new.name': 'Votre nom',
  'new.undo': 'Reprendre un coup',
  'new.undo.free': 'Librement tant que rien de nouveau n’est appris ; ensuite en demandant',
  'new.undo.ask': 'Toujours en demandant',
  'new.undo.never': 'Jamais',
  'new.dice': 'Dés',
  'new.dice.screen': 'À l’écran, scellés d’avance et vérifiables ensuite',
  'new.dice.typed': 'Sur votre table : vous tapez ce que vous avez jeté',
  'new.watch': 'Spectateurs',
  'new.watch.public': 'Ils voient ce qu’aucun camp ne cache',
  'new.watch.nobody': 'Personne ne peut regarder',
  'new.clock': 'Pendules',
  'new.clock.book':
    'Selon la règle : {budget} minutes chacun, {increment} secondes de plus chaque fois que ses troupes agissent',
  'new.clock.none': 'Pas de pendule',
  'new.clock.blitz': '30 minutes chacun, 30 secondes de plus chaque fois que ses troupes agissent',
  'new.clock.evening': '90 minutes chacun, une minute de plus chaque fois',
  'new.clock.days': '7 jours chacun, une heure de plus chaque fois',
  'new.zero': 'Quand une pendule est à zéro',
  'new.zero.nothing': 'Il ne se passe rien',
  'new.zero.computer': 'L’ordinateur prend la suite',
  'new.zero.lose': 'La partie est perdue',
  'new.contribution': 'Votre grain de sel pour les dés (facultatif, hexadécimal)',
  'new.contribution.why':
    'Mêlé aux dés, pour que personne n’ait pu les choisir. Voir la page des dés après la partie.',
  'new.start': 'Commencer la bataille',
  'new.read': 'À propos de la bataille',

  // Reprise
  'upload.title': 'Reprendre une partie sauvegardée',
  'upload.file': 'Journal',
  'upload.seed': 'Graine des dés (seulement si le journal ne la révèle pas et que vous l’avez)',
  'upload.side': 'Vous commandez',
  'upload.first': 'Le premier camp',
  'upload.second': 'Le second camp',
  'upload.both': 'Les deux, sur cet écran',
  'upload.other': 'L’autre camp est',
  'upload.start': 'Reprendre',

  // Prendre place
  'join.title': 'On vous invite à une bataille',
  'join.open': 'Prendre place : {title}',
  'join.as': 'Vous commanderez : {side}',
  'join.name': 'Votre nom',
  'join.go': 'Prendre la place',
  'join.taken': 'Cette place est prise.',
  'join.watch': 'Regarder seulement',
  'join.yours': 'Vous jouez déjà dans cette partie.',
  'join.play': 'Aller à la carte',
};
