// What the server shows. `python3 dev.py types` makes it of rooms/state.py and acts.py there.

/** @typedef {"undo"|"draw"|"rematch"|"hint"|"analyse"|"resign"|"move_now"|"accept"|"decline"|"chat"|"leave_seat"|"take_seat"|"pause"|"go_on"} ActName what one may do that is no move */
/**
 * What lies on a cell.
 * @typedef {object} Piece
 * @property {number} cell where
 * @property {string} colour `red`, `blue`, …
 * @property {string} [shape] `stone`, `solid`, `king`, `wall`, `tile`, …
 * @property {number[]} [cells] all the cells that a tile covers, its own first
 * @property {string} [text] what is written on it
 * @property {boolean} [sealed] it can never be moved again
 * @property {number[][]} [parts] of a tile made of others, the cells of each
 * @property {string} [label] what it is called aloud, where colour and shape do not say enough
 */
/**
 * Something said about cells.
 * @typedef {object} Mark
 * @property {string} kind `last`, `win`, `select`, `heat`, …: `src/pavage/scene.py` says what each is
 * @property {number[]} cells which
 * @property {number} [value] a share, or degrees
 * @property {string} [text] what is written there
 * @property {string} [colour] whose it is
 */
/**
 * A site that is not a cell, and may be touched now.
 * @typedef {object} GameButton
 * @property {number} site its number, to be touched
 * @property {string} name as it is written in a move
 * @property {string} label what stands on it
 * @property {string} help what it does; may be empty
 * @property {boolean} [in_tray] it lies in a tray, and is touched there
 */
/**
 * Marks that a reader may ask for.
 * @typedef {object} Overlay
 * @property {string} name the same in every language
 * @property {string} label what they show
 * @property {Mark[]} marks the marks
 */
/**
 * Something in a tray: a die, a card, a tile of a stock.
 * @typedef {object} Item
 * @property {string} label what it is
 * @property {number} [site] the button it stands for
 * @property {string} [name] the name of that button
 * @property {string} [face] how it is drawn: `text`, `die`, `card`, `tile`, `motif`
 * @property {string} [text] the sign on it
 * @property {number[][]} [points] of a tile, height and width; of a motif, its hexagons
 * @property {number} [count] how many there are, if not one
 * @property {string} [colour] its colour
 * @property {string} [state] `chosen` or `spent`
 * @property {boolean} [offered] it may be touched now
 * @property {boolean} [anew] to touch it puts down what the hand holds
 */
/**
 * What lies beside the board.
 * @typedef {object} Tray
 * @property {string} label what it holds
 * @property {Item[]} items the things in it
 * @property {number} [seat] whose it is
 * @property {boolean} [keep] like a pen: what was taken begins every move until it is put down
 */
/**
 * A table beside the board.
 * @typedef {object} Sheet
 * @property {string} name the same in every language; part of the address where it is saved
 * @property {string} title what stands above it
 * @property {string[]} head the first line
 * @property {string[][]} rows all others
 * @property {boolean} folded it is opened only by those who want to see it
 * @property {string[]} [colours] of a grid that is coloured in, the colour of each row
 */
/**
 * The board at a moment, and what a hand may do there.
 * @typedef {object} Scene
 * @property {string} board the part of a board that is there, of one that grows; else empty
 * @property {Piece[]} pieces what lies on it
 * @property {Mark[]} marks what is said about cells
 * @property {number|null} turn the seat to move
 * @property {number[]} touched the sites touched so far for the next move
 * @property {Overlay[]} overlays marks that a reader may ask for
 * @property {number[]} next cells that may be touched now
 * @property {string} ghost the colour of the piece that would come
 * @property {GameButton[]} buttons other sites that may be touched now
 * @property {Tray[]} [trays] what lies beside the board
 * @property {Sheet[]} [sheets] tables beside the board
 * @property {string} [news] what the last move did
 * @property {boolean} [stays] they are a refusal, an accusation or a hint: to be read in peace
 * @property {string} [field] a move may be written here: what is asked for
 * @property {number[][]} [stamp] what would be laid, as steps from its first cell
 * @property {boolean} [box] two corners make a rectangle
 * @property {boolean} [again] a cell only shows what it would do, and does it when touched again
 * @property {number} [turned] the button of what is in the hand, turned by a quarter
 */
/**
 * A way in which the board can lie on a screen.
 * @typedef {object} Shape
 * @property {number} turn degrees
 * @property {[number, number]} with_labels width and height with its coordinates
 * @property {[number, number]} without_labels and without
 */
/**
 * Who sits there.
 * @typedef {object} Seat
 * @property {string} colour the colour of this seat now
 * @property {string} name who sits there
 * @property {string} aim what they want to do
 * @property {string} score as the game counts; may be empty
 * @property {string} note what else there is to know; may be empty
 * @property {boolean} out no longer in the game
 * @property {string} why_out why, in a word or two: `resigned`; empty for who is in
 * @property {boolean} turn it is their turn
 * @property {boolean} computer a computer sits there
 * @property {number|null} left seconds on the clock, `null` without one
 * @property {number} periods periods of byo-yomi that are left
 * @property {boolean} running their clock runs
 * @property {boolean} [here] somebody is connected for it
 * @property {boolean} [away] somebody is still awaited
 */
/**
 * A move that was played.
 * @typedef {object} MoveMade
 * @property {string} text as it is written
 * @property {number} seat by whom; -1 for chance
 * @property {string} [colour] in which colour, if that seat has another one now
 */
/**
 * The games of a table in a row.
 * @typedef {object} Series
 * @property {number} number which game is on the board, from 1
 * @property {number} games how many are over, the one on the board among them
 * @property {number[]} points what the person who sits in each seat now has won
 */
/**
 * Something said.
 * @typedef {object} Line
 * @property {number} seat where they sit now
 * @property {string} name who said it
 * @property {string} text what
 * @property {number} at when, in milliseconds
 */
/**
 * What a person needs who carries moves between programs.
 * @typedef {object} Relay
 * @property {string} tell whom to tell the move
 * @property {string} move the move, to be shown large
 * @property {string} colour the colour that made it
 * @property {string[]} after what it changed: sides that were exchanged
 * @property {string} opening the moves that both programs are given at the beginning
 * @property {boolean} clocked there is a clock
 * @property {boolean} paused it stands still
 * @property {boolean} begins nothing was played yet
 * @property {string} into the game of the tournament, if it is one
 * @property {string} page the address of that tournament
 * @property {boolean} recorded the result is among those of the tournament
 */
/**
 * What is the same for everybody who speaks a language.
 * @typedef {object} Common
 * @property {"state"} kind what this message is
 * @property {number} seq how often the game has changed; chat and offers do not change it
 * @property {string} language the language of all sentences
 * @property {string} title the name of the game
 * @property {string} size of the board, in words
 * @property {string} game the game, as `GET /api/games` names it
 * @property {Record<string, string>} reading the addresses of its `rules` and `lesson`, where they are written
 * @property {MoveMade[]} moves what was played
 * @property {number} players how many play
 * @property {boolean} over the game is over
 * @property {boolean} failed a search gave no answer
 * @property {boolean} busy a search is running
 * @property {Series|null} series the games of this table in a row; `null` in races and duels
 * @property {Record<string, number[]>} offers what is asked for, and who has agreed, whoever asked first
 * @property {Record<string, number>} questions the number of each of these, for `about` in an answer
 * @property {Line[]} chat the last 50 lines
 * @property {number} watchers pages that only watch
 */
/**
 * A board to look at, wherever there is one.
 * @typedef {object} Shown
 * @property {Shape[]} shapes the ways in which the board can lie on a screen
 * @property {Scene} scene the board
 */
/**
 * What depends on who looks.
 * @typedef {object} Own
 * @property {number[]} hinted buttons of the move that was advised
 * @property {Mark[]} advice that move on the board, where no analysis is drawn
 * @property {string} meaning what the percentage in `said` means; empty if there is none
 * @property {string} prompt the sentence above the board
 * @property {string} said the line below it
 * @property {number[]} you the seats that this page acts for
 * @property {boolean} mine it is the turn of one of them
 * @property {Record<ActName, boolean>} acts what this page may do now: `{"undo": true, …}`
 * @property {number|null} leaver the seat that leaves if this page resigns, while the others go on
 * @property {string} [answers] the mark of this page's message that it answers
 * @property {Relay} [relay] where a person carries moves between programs
 */
/**
 * Everything to be shown of a table, a race or a duel.
 * @typedef {object} State
 * @property {"state"} kind what this message is
 * @property {number} seq how often the game has changed; chat and offers do not change it
 * @property {string} language the language of all sentences
 * @property {string} title the name of the game
 * @property {string} size of the board, in words
 * @property {string} game the game, as `GET /api/games` names it
 * @property {Record<string, string>} reading the addresses of its `rules` and `lesson`, where they are written
 * @property {MoveMade[]} moves what was played
 * @property {number} players how many play
 * @property {boolean} over the game is over
 * @property {boolean} failed a search gave no answer
 * @property {boolean} busy a search is running
 * @property {Series|null} series the games of this table in a row; `null` in races and duels
 * @property {Record<string, number[]>} offers what is asked for, and who has agreed, whoever asked first
 * @property {Record<string, number>} questions the number of each of these, for `about` in an answer
 * @property {Line[]} chat the last 50 lines
 * @property {number} watchers pages that only watch
 * @property {Shape[]} shapes the ways in which the board can lie on a screen
 * @property {Scene} scene the board
 * @property {number[]} hinted buttons of the move that was advised
 * @property {Mark[]} advice that move on the board, where no analysis is drawn
 * @property {string} meaning what the percentage in `said` means; empty if there is none
 * @property {string} prompt the sentence above the board
 * @property {string} said the line below it
 * @property {number[]} you the seats that this page acts for
 * @property {boolean} mine it is the turn of one of them
 * @property {Record<ActName, boolean>} acts what this page may do now: `{"undo": true, …}`
 * @property {number|null} leaver the seat that leaves if this page resigns, while the others go on
 * @property {string} [answers] the mark of this page's message that it answers
 * @property {Relay} [relay] where a person carries moves between programs
 * @property {Seat[]} seats who plays
 */
/**
 * An earlier position.
 * @typedef {object} Look
 * @property {Shape[]} shapes the ways in which the board can lie on a screen
 * @property {Scene} scene the board
 * @property {"look"} kind what this message is
 * @property {number} seq of the state to which it belongs
 * @property {number} ply after how many moves
 * @property {string} said the line below the board
 */
/**
 * What a page asked for cannot be done; nothing has changed.
 * @typedef {object} Refused
 * @property {"refused"} kind what this message is
 * @property {number} seq of the state that holds
 * @property {string} sentence why, and what would be right: `c3 is taken. Choose an empty cell.`
 * @property {number[]} cells the cells that it is about
 * @property {string} [answers] the mark of that message, empty if it had none
 */
/**
 * How far the analysis is that this page asked for.
 * @typedef {object} Analysing
 * @property {"analysing"} kind what this message is
 * @property {number} seq of the state to which it belongs
 * @property {number} ply of the position, after how many moves
 * @property {number} share of the work that is done
 */
/**
 * What a position is worth. All after `line` is left out where nothing was found.
 * @typedef {object} Analysis
 * @property {"analysis"} kind what this message is
 * @property {number} seq of the state to which it belongs
 * @property {number} ply of the position, after how many moves
 * @property {Mark[]} marks to be drawn on the position: `heat`, `step`, `carrier`
 * @property {string} said how the game stands, and why if that is known
 * @property {string} line what is expected: `Best line: d4 c5.`
 * @property {number} [at] the earlier ply that it is about, where nobody has a move to choose
 * @property {string} [meaning] what percentages and shades mean
 * @property {number} [seat] who is to move there
 * @property {number} [value] their chances: the share of the point that they may expect
 * @property {number[]} [shares] the chances of all seats, which add up to one
 * @property {boolean} [proved] that is certain
 * @property {boolean} [uncertain] another look might say something quite different
 * @property {number} [nodes] positions that were looked at
 */
/**
 * How far the computer is.
 * @typedef {object} Progress
 * @property {"progress"} kind what this message is
 * @property {number} share of the work that is done
 * @property {number} seconds how long it has thought
 * @property {number} most how long it may
 */
/**
 * Of the seat that this page has taken; told to nobody else, and only once.
 * @typedef {object} Key
 * @property {"key"} kind what this message is
 * @property {number} seat which
 * @property {string} key whoever knows it acts for the seat
 */
/**
 * The table is no longer there: do not come back. The socket closes with 4404.
 * @typedef {object} Gone
 * @property {"gone"} kind what this message is
 * @property {string} sentence why
 * @property {number[]} [cells] always empty; told to who comes when it is gone already
 */
/**
 * The move that a step of a lesson asks for.
 * @typedef {object} Help
 * @property {number[]} cells its cells
 * @property {number[]} sites its buttons
 * @property {string} text as it is written
 */
/**
 * A seat of which only the colour matters.
 * @typedef {object} SeatColour
 * @property {string} colour its colour
 */
/**
 * A position of a lesson (`GET /api/lessons/GAME`).
 * @typedef {object} Step
 * @property {Shape[]} shapes the ways in which the board can lie on a screen
 * @property {Scene} scene the board
 * @property {string} size of the board, in words
 * @property {number} players how many play
 * @property {SeatColour[]} seats their colours
 * @property {boolean} mine something may be touched
 * @property {number[]} hinted always empty
 * @property {Help|null} show a right move, for those who ask
 */
/**
 * Who plays in a tournament.
 * @typedef {object} WatchedSeat
 * @property {string} name their name
 * @property {string} colour their colour now
 * @property {string} score as the game counts; may be empty
 * @property {boolean} turn it is their turn
 * @property {boolean} out they have left, or can no longer win, while the others go on
 */
/**
 * A game of a tournament at a moment (`GET /api/tournaments/NAME`).
 * @typedef {object} Watched
 * @property {Shape[]} shapes the ways in which the board can lie on a screen
 * @property {Scene} scene the board
 * @property {number} ply after how many moves
 * @property {WatchedSeat[]} seats who plays
 * @property {string} said the line below the board
 * @property {string} last the last move, empty after dice
 */
/**
 * A game to go through (`GET /api/tournaments/NAME/games/ID`).
 * @typedef {object} Replay
 * @property {Shape[]} shapes the ways in which the board can lie on a screen
 * @property {Scene} scene the board
 * @property {number} ply after how many moves
 * @property {WatchedSeat[]} seats who plays
 * @property {string} said the line below the board
 * @property {string} last the last move, empty after dice
 * @property {string} id the game's place in the tournament
 * @property {string} title who plays whom
 * @property {string} score how it ended
 * @property {string} faults what a program did wrong
 * @property {string} errors the last lines of its standard error
 * @property {MoveMade[]} moves what was played
 * @property {boolean} over whether it is over
 */
/**
 * Something that may be chosen.
 * @typedef {object} Choice
 * @property {string} value as it is sent
 * @property {string} label as it is read
 */
/**
 * Options that belong together.
 * @typedef {object} Preset
 * @property {string} value as it is sent
 * @property {string} label as it is read
 * @property {Record<string, string|number|boolean>} options their values
 */
/**
 * An option of a game. All after `takes` is left out where it does not apply.
 * @typedef {object} OptionListed
 * @property {string} name as it is sent
 * @property {string} kind of value: `whole`, `switch`, `choice`, `board`, …
 * @property {string|number|boolean} default what holds if nothing is said
 * @property {string} label what it is called
 * @property {string} line what it does
 * @property {boolean} main it is asked first
 * @property {string} takes what may be typed
 * @property {number} [low] the smallest number
 * @property {number} [high] the largest number
 * @property {number[]} [offered] numbers to choose from at once
 * @property {Choice[]} [choices] values with a name
 * @property {boolean} [free] other values may be typed
 * @property {boolean} [browsed] pictures of all tilings are shown at once
 */
/**
 * A game of `GET /api/games`.
 * @typedef {object} GameListed
 * @property {string} name as it is sent
 * @property {string} title what it is called
 * @property {string} summary a sentence on it
 * @property {string} length how long it takes
 * @property {Record<string, string>} reading the addresses of its `rules` and `lesson`, where they are written
 * @property {string[]} contests `race` and `duel`, if it is played so
 * @property {Choice[]} levels how well the computer plays
 * @property {OptionListed[]} options what may be chosen
 * @property {Preset[]} presets choices that belong together
 * @property {Choice[]} bots programs of this server that play it
 * @property {boolean} exchanges people exchange what they had in a rematch, unless lots are drawn again
 */
/**
 * A seat before anybody sits there.
 * @typedef {object} SeatTitled
 * @property {string} colour its colour
 * @property {string} title the same in words, and whether it begins
 */
/**
 * How a game would begin (`GET /api/games/GAME/preview`).
 * @typedef {object} Preview
 * @property {string} svg the empty board
 * @property {SeatTitled[]} seats who plays
 * @property {boolean} patterned colours are told apart by patterns too
 * @property {Scene} scene what lies on it
 * @property {string} title the size of the board, in words
 * @property {Record<string, string>} [settled] options that were not asked for but follow from others
 */
/**
 * A game from elsewhere (`POST /api/open`).
 * @typedef {object} Imported
 * @property {string} record the game as our record
 * @property {string[]} notes what the record leaves out
 * @property {string} game which game it is
 * @property {string} title what it is called
 * @property {string[]} seats who played
 */
/**
 * A lesson of `GET /api/lessons`.
 * @typedef {object} LessonListed
 * @property {string} game its game
 * @property {string} title what that is called
 * @property {number} steps how many there are
 * @property {string} url where it is read
 */
/**
 * What a step of a lesson says and shows.
 * @typedef {object} LessonStep
 * @property {string} title above it
 * @property {string} text what there is to know
 * @property {string} task what to do; may be empty
 * @property {string} more what else there is to say; may be empty
 * @property {boolean} looks there is nothing to do
 * @property {Step} state the position it begins with
 */
/**
 * A lesson (`GET /api/lessons/GAME`).
 * @typedef {object} Lesson
 * @property {string} game its game
 * @property {string} title what that is called
 * @property {LessonStep[]} steps all steps
 */
/**
 * What a reader did in a step is no move (`POST /api/lessons/GAME/STEP`).
 * @typedef {object} StepRefused
 * @property {"refused"} verdict nothing has changed
 * @property {string} sentence why
 * @property {number[]} cells the cells that it is about
 */
/**
 * What becomes of what a reader did in a step (`POST /api/lessons/GAME/STEP`).
 * @typedef {object} StepAnswered
 * @property {"begun"|"right"|"other"|"going"|"lost"} verdict touch on; what was asked for; legal, but something else; the game goes on; it is lost
 * @property {string} sentence what is said to it; may be empty
 * @property {number[][]} played the moves made so far, to be sent along the next time
 * @property {Step} state what to show now
 */
/**
 * A piece of a position made by hand.
 * @typedef {object} PieceDrawn
 * @property {number} piece its code
 * @property {number[]} cells what it covers
 */
/**
 * How such a piece is drawn.
 * @typedef {object} PieceLook
 * @property {number} piece its code
 * @property {"piece"|"mark"} kind a piece, or only a sign
 * @property {string} colour its colour
 * @property {string} shape its shape
 * @property {string} text what is written there
 * @property {string} label what it is called, where colour and shape do not say it
 */
/**
 * A colour that may be to move.
 * @typedef {object} Mover
 * @property {number} mover its number
 * @property {string} colour its colour
 * @property {string} label the same in words
 */
/**
 * What was drawn.
 * @typedef {object} Drawing
 * @property {PieceDrawn[]} pieces what lies where
 * @property {number} mover who is to move
 */
/**
 * What was drawn is no position of the game (`POST /api/setup`).
 * @typedef {object} ImpossiblePosition
 * @property {PieceDrawn[]} pieces what lies where
 * @property {number} mover who is to move
 * @property {string} problem why
 * @property {"impossible"} kind what this answer is
 */
/**
 * What one draws with: the same for every position of a game.
 * @typedef {object} PositionTools
 * @property {string} game its name
 * @property {string} title what it is called
 * @property {string} size of the board, in words
 * @property {PieceLook[]} palette the pieces
 * @property {Mover[]} movers who may be to move
 * @property {number[]} cells where a piece may lie
 * @property {boolean} rectangles pieces are rectangles, drawn from corner to corner
 * @property {string} game_record the game without a position: its options, and its board if somebody drew it
 */
/**
 * A position made by hand (`POST /api/setup`).
 * @typedef {object} PositionMade
 * @property {Shape[]} shapes the ways in which the board can lie on a screen
 * @property {Scene} scene the board
 * @property {PieceDrawn[]} pieces what lies where
 * @property {number} mover who is to move
 * @property {string} text the position as text
 * @property {string} record a record that begins with it
 * @property {SeatTitled[]} seats who plays
 * @property {boolean} patterned colours are told apart by patterns too
 * @property {boolean} settled the rules changed at once what was drawn
 * @property {boolean} beyond its text says more than can be drawn: stocks, dice, earlier turns
 * @property {string} problem why one cannot play from it; may be empty
 * @property {""|"over"} kind `over` if the game has ended there
 * @property {string} [svg] the empty board, if the page does not show it yet
 * @property {number} [turn] how that lies, in degrees
 */
/**
 * The same for a page that has nothing yet: with what one draws with.
 * @typedef {object} FirstPosition
 * @property {Shape[]} shapes the ways in which the board can lie on a screen
 * @property {Scene} scene the board
 * @property {PieceDrawn[]} pieces what lies where
 * @property {number} mover who is to move
 * @property {string} text the position as text
 * @property {string} record a record that begins with it
 * @property {SeatTitled[]} seats who plays
 * @property {boolean} patterned colours are told apart by patterns too
 * @property {boolean} settled the rules changed at once what was drawn
 * @property {boolean} beyond its text says more than can be drawn: stocks, dice, earlier turns
 * @property {string} problem why one cannot play from it; may be empty
 * @property {""|"over"} kind `over` if the game has ended there
 * @property {string} [svg] the empty board, if the page does not show it yet
 * @property {number} [turn] how that lies, in degrees
 * @property {string} game its name
 * @property {string} title what it is called
 * @property {string} size of the board, in words
 * @property {PieceLook[]} palette the pieces
 * @property {Mover[]} movers who may be to move
 * @property {number[]} cells where a piece may lie
 * @property {boolean} rectangles pieces are rectangles, drawn from corner to corner
 * @property {string} game_record the game without a position: its options, and its board if somebody drew it
 */
/**
 * A game of `GET /api/tables/ID/games`: all that were played at a table in a row.
 * @typedef {object} SeriesGame
 * @property {number} number which, from 1
 * @property {string} result how it ended; empty while it is played
 */
/**
 * Who sits at a table that was set.
 * @typedef {object} ChairSet
 * @property {string} name what they are called
 * @property {string} level of a computer, or which program; empty for a person
 * @property {boolean} away they come by a link
 */
/**
 * A table that was set (`POST /api/tables`, `POST /api/relays`).
 * @typedef {object} TableSet
 * @property {string} id its place in addresses
 * @property {(string|null)[]} keys for each seat of a person; null for a computer
 * @property {ChairSet[]} chairs who sits there
 * @property {string} url where its maker plays
 */
/**
 * Somebody in a race or a duel.
 * @typedef {object} ContestPlayer
 * @property {string} name what they are called
 * @property {string} id of the table that is theirs alone: whoever knows it plays there
 */
/**
 * A race or a duel that was begun (`POST /api/contests`).
 * @typedef {object} ContestSet
 * @property {ContestPlayer[]} players everybody in it
 */
/**
 * Boards of one kind (`GET /api/games/GAME/tilings`).
 * @typedef {object} TilingsListed
 * @property {string} value which to begin with
 * @property {Choice[]} sizes all of them, the smallest first
 */
/**
 * A puzzle of Nombres croisés (`POST /api/puzzles`).
 * @typedef {object} PuzzleMade
 * @property {string} line what the option `puzzle` takes
 * @property {number} seed the number that makes it again
 * @property {number} grade how hard it is, from 1 to 4
 * @property {string} told the same in words
 * @property {string} signs what it says, in Braille; empty if nothing
 */
/**
 * Grids with the sums of one that was drawn (`POST /api/puzzles/others`).
 * @typedef {object} GridsAlike
 * @property {number} count how many there are
 * @property {string[]|null} other one of the others, if there is any, `#` for pawns
 */
/**
 * A sentence (`POST /api/puzzles/check`, `POST /api/tables/ID/result`).
 * @typedef {object} Told
 * @property {string} told what is to be said
 */
/**
 * What can be printed of a game (`GET /api/print/GAME`).
 * @typedef {object} PrintsOffered
 * @property {string} game its name
 * @property {string[]} kinds of prints
 * @property {string[]} papers to print on
 */
/**
 * A page of a print (`GET /api/print/GAME/preview`).
 * @typedef {object} PrintedPage
 * @property {string} title of the whole print
 * @property {number} pages how many it has
 * @property {number} page which this is, from 1
 * @property {string} svg the page, drawn
 * @property {string} how what to mind when it is printed; may be empty
 */
/**
 * A pupil as the teacher sees them.
 * @typedef {object} ClassPupil
 * @property {number} number which one, as acts name them
 * @property {string} name their first name
 * @property {string} sign the small sign by which they find their seat again
 * @property {boolean} here a page of theirs is connected
 * @property {"waiting"|"playing"|"over"|"away"} state what they do in this round
 * @property {boolean} handed whoever comes next by this name gets the seat
 * @property {number} place in the ranking, from 1; those who have the same share it
 * @property {string} points in all rounds
 * @property {string} score in the race that is on, empty otherwise
 * @property {number} race_place in that race, from 1; 0 otherwise
 * @property {boolean} gave_up in that race
 * @property {string} gained points in this round, empty while it goes on
 */
/**
 * A table of the round, or its race.
 * @typedef {object} ClassGroup
 * @property {string[]} names the pupils
 * @property {boolean} over it is over
 * @property {string} result how it ended; empty while it goes on
 */
/**
 * What the class plays now.
 * @typedef {object} ClassRound
 * @property {number} number from 1
 * @property {"tables"|"race"} mode games side by side, or all on boards of their own
 * @property {string} game as `GET /api/games` names it
 * @property {string} title the same in words
 * @property {number} players seats at a full table
 * @property {ClassGroup[]} groups the tables
 * @property {boolean} begun a race has started
 * @property {boolean} stopped its time is over
 */
/**
 * A class as its teacher sees it (socket `/api/classes/live`).
 * @typedef {object} ClassShown
 * @property {"class"} kind what this message is
 * @property {string} code what pupils type
 * @property {string} address where they do; empty if it is where the page came from
 * @property {number} until when all of it is forgotten, in milliseconds of wall time
 * @property {boolean} paused eyes here: the boards are covered
 * @property {number|null} shown the board that is shown large
 * @property {number|null} left seconds until the time of the round is over; null if it has none
 * @property {boolean} running whether that time runs
 * @property {boolean} chat pupils can chat
 * @property {ClassPupil[]} pupils all who ever came, in that order
 * @property {number} rounds how many were begun
 * @property {ClassRound|null} round the last of them
 */
/**
 * A board of the round at a moment.
 * @typedef {object} ClassBoard
 * @property {Shape[]} shapes the ways in which the board can lie on a screen
 * @property {Scene} scene the board
 * @property {number} ply after how many moves
 * @property {WatchedSeat[]} seats who plays
 * @property {string} said the line below the board
 * @property {string} last the last move, empty after dice
 * @property {number} number which one
 * @property {string} table its drawing is at `/api/tables/TABLE/board.svg`
 * @property {boolean} over the game is over
 * @property {string} told the last move in a sentence
 * @property {string} result how it ended, in a few words; empty while it goes on
 * @property {Line[]} chat what was said at the table
 * @property {number} players how many play
 */
/**
 * The boards that have changed, for a teacher's page.
 * @typedef {object} ClassBoards
 * @property {"boards"} kind what this message is
 * @property {number} round of this round
 * @property {ClassBoard[]} boards those that are another than before
 */
/**
 * A class as one of its pupils sees it (socket `/api/classes/live`).
 * @typedef {object} PupilShown
 * @property {"pupil"} kind what this message is
 * @property {string} code of the class
 * @property {string} name their own
 * @property {string} sign their own
 * @property {number} until when all of it is forgotten, in milliseconds of wall time
 * @property {boolean} paused eyes here: their board is covered
 * @property {boolean} begun the race they are in has started
 * @property {"waiting"|"playing"|"over"|"away"} state what they do in this round
 * @property {string} table where they play, empty if nowhere
 * @property {string} key of their seat there; a race needs none
 * @property {string} line what there is to do, in a sentence
 * @property {number|null} left seconds until the time of the round is over; null if it has none
 * @property {boolean} running whether that time runs
 * @property {string} points what they have so far
 */
/**
 * There is no such class any more: do not come back. The socket closes with 4404.
 * @typedef {object} ClassGone
 * @property {"gone"} kind what this message is
 * @property {string} sentence why
 */
/**
 * A class that was just opened (`POST /api/classes`).
 * @typedef {object} ClassOpened
 * @property {string} key the teacher's secret: whoever has it leads the class
 * @property {string} code what pupils type
 */
/**
 * Somebody has come to a class (`POST /api/classes/join`).
 * @typedef {object} ClassJoined
 * @property {string} key whoever has it is this pupil
 * @property {string} code of the class
 * @property {string} name theirs
 * @property {string} sign theirs
 */
/**
 * Who could play with whom (the act `propose`).
 * @typedef {object} ClassProposal
 * @property {number} players seats at a full table
 * @property {number[][]} groups numbers of pupils
 * @property {number[]} fits the seats at the table of 1, 2, … pupils; computers fill those that are left
 */
/**
 * A game that was played, in a few words.
 * @typedef {object} GameTold
 * @property {string} id the game's place in the tournament
 * @property {string} title who played whom
 * @property {string[]} seats their names, in the order of the seats
 * @property {string} score how it ended
 * @property {string} faults what a program did wrong
 */
/**
 * A tournament in a list of them.
 * @typedef {object} TournamentListed
 * @property {string} id its place in the address
 * @property {string} name what it is called
 * @property {string} title the game
 * @property {number} done games that were played
 * @property {number} total of so many
 * @property {boolean} running it is being played
 */
/**
 * All tournaments (`GET /api/tournaments`).
 * @typedef {object} TournamentsListed
 * @property {TournamentListed[]} tournaments those that the server was started with
 */
/**
 * A game that is being played.
 * @typedef {object} Running
 * @property {Shape[]} shapes the ways in which the board can lie on a screen
 * @property {Scene} scene the board
 * @property {number} ply after how many moves
 * @property {WatchedSeat[]} seats who plays
 * @property {string} said the line below the board
 * @property {string} last the last move, empty after dice
 * @property {string} id the game's place in the tournament
 */
/**
 * A game that waits for a person.
 * @typedef {object} GameWaiting
 * @property {string} id the game's place in the tournament
 * @property {string[]} names who plays
 */
/**
 * A game that is over.
 * @typedef {object} GamePlayed
 * @property {string} id the game's place in the tournament
 * @property {string} title who played whom
 * @property {string[]} seats their names, in the order of the seats
 * @property {string} score how it ended
 * @property {string} faults what a program did wrong
 * @property {string} moves how many
 */
/**
 * A tournament as it stands (`GET /api/tournaments/NAME`).
 * @typedef {object} Tournament
 * @property {string} version another whenever something has changed
 * @property {string} name what it is called
 * @property {string} summary a line on how it is played
 * @property {"running"|"rest"|"waiting"|"over"} state whether it is played, or why not
 * @property {string} state_text the same in words
 * @property {number} done games that were played
 * @property {number} total of so many
 * @property {string[]} head of the standings
 * @property {string[][]} rows of the standings, without the rank
 * @property {string} picture the cross-table, as SVG
 * @property {string[]} notes how both are read
 * @property {string[]} extremes the longest and the shortest game
 * @property {Running[]} running games that are being played
 * @property {GameWaiting[]} waiting games that wait for a person
 * @property {boolean} recording such a game may be carried here
 * @property {string[]} players everybody who takes part
 * @property {number} first games that the page has already: `games` begins after them
 * @property {GamePlayed[]} games games that are over
 */
/** @typedef {State|Refused|Look|Analysing|Analysis|Progress|Key|Gone} Message what a table tells */

export {};
