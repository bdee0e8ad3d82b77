# Thoughtwave

thoughtwave-title = Трубы (Thoughtwave)
thoughtwave-help =
    Трубы (Thoughtwave), игра Эрика Соломона

    Двое кладут трубы на общее поле 10x10. Один соединяет левую сторону с
    правой, другой верхнюю с нижней. Выигрывает тот, кто соединит свои
    стороны первым. Труба должна пересечь край поля: фигура в столбце A
    касается левой стороны, только если у неё есть конец влево.

    У каждого 24 фигуры: 2 креста (четыре конца), 6 тройников (три),
    5 прямых и 10 уголков (два), 1 тупик (один). Перед ходом фигуру можно
    повернуть как угодно; на поле она остаётся как есть и ничья.

    Ход: концы фигуры, знак @ и клетка. Концы пишут буквами с в ю з (север,
    восток, юг, запад; север наверху) в любом порядке; крест можно писать X.
        вз@E5   прямая поперёк клетки E5; то же самое E5.вз
        X@C3    крест на клетку C3

    Клетка должна быть пустой. Если на соседней клетке уже лежит фигура,
    у вашей должен быть конец в её сторону тогда и только тогда, когда у
    неё есть конец в сторону вашей. Край поля и пустые клетки ничего не
    требуют.

    Если одна фигура соединила стороны обоих, выигрывает тот, чей был ход.
    Кто не может ходить, пропускает ход; если не может никто, ничья.

    Настройки: size=3..26, sides=lr-first или tb-first, first=1, 2 или
    random, handicap=0..3 (столько тройников место 1 отдаёт месту 2),
    stuck=skip или lose, hands=1:X2T6L5C10D1, position=B1:esw,A2:nw,
    turn=1 или 2

thoughtwave-item-cross = крест
thoughtwave-item-tee = тройник
thoughtwave-item-line = прямая
thoughtwave-item-corner = уголок
thoughtwave-item-dead-end = тупик

# Что произошло
thoughtwave-linked = { $sides ->
    [left-right] { $seat }: левая и правая стороны соединены.
   *[top-bottom] { $seat }: верхняя и нижняя стороны соединены.
}
thoughtwave-skipped = { $why ->
    [no-piece] { $seat } пропускает ход: фигур больше нет.
   *[stuck] { $seat } пропускает ход: ни одну фигуру положить нельзя.
}

# Примечания под полем
thoughtwave-sides = Левая и правая стороны: { $left_right }. Верхняя и нижняя: { $top_bottom }.
thoughtwave-idle = { $why ->
    [no-piece] { $seat }: фигур больше нет.
   *[stuck] { $seat }: ни одну фигуру положить нельзя.
}

# Отказы
thoughtwave-off-board = Клетки { $cell } нет: последняя клетка поля { $last }.
thoughtwave-occupied = Клетка { $cell } занята, на ней лежит { $piece }.
thoughtwave-no-such-piece = { $kind ->
    [cross] Крестов у вас больше нет.
    [tee] Тройников у вас больше нет.
    [line] Прямых у вас больше нет.
    [corner] Уголков у вас больше нет.
   *[dead-end] Тупика у вас больше нет.
} Осталось: крест { $cross }, тройник { $tee }, прямая { $line }, уголок { $corner }, тупик { $dead-end }.
thoughtwave-mismatch = На клетку { $cell } эта фигура не подходит. С чем она не сходится: { $neighbours }. { $choices ->
    [0] Из ваших фигур сюда не подходит ни одна.
   *[other] Из ваших фигур сюда подходят: { $fits }.
}

# Что могло стоять там, где чтение остановилось
thoughtwave-expect-piece = фигура, например вз или X
thoughtwave-expect-new-direction = направление, которого ещё не было
thoughtwave-expect-at = знак @
thoughtwave-expect-dot = точка
thoughtwave-expect-cell = клетка, например E5
thoughtwave-expect-row = номер ряда
thoughtwave-expect-end = конец хода

# Чем кончилось
thoughtwave-reason-link = Победа: { $winner }. Стороны соединены.
thoughtwave-reason-both-linked = Последняя фигура соединила стороны обоих. Выигрывает тот, чей был ход: { $winner }.
thoughtwave-reason-no-pieces = Все фигуры на поле, никто не соединил свои стороны: ничья.
thoughtwave-reason-stuck = { $result ->
    [won] Победа: { $winner }. У соперника есть фигуры, но положить нельзя ни одной.
   *[drawn] Никто не может положить фигуру, никто не соединил свои стороны: ничья.
}

# Настройки, которые не сочетаются
thoughtwave-option-hands-repeat = Это названо дважды: { $detail }.
thoughtwave-option-position-mismatch = Эти соседи не сходятся: { $detail }.
thoughtwave-option-position-off-board = Этой клетки на поле нет: { $detail }.
thoughtwave-option-position-repeat = Эта клетка названа дважды: { $detail }.
thoughtwave-option-handicap-and-hands = Фору дают из полного набора; вместе с hands= напишите, сколько фигур у каждого.
thoughtwave-howto = открытые концы детали (буквы с в ю з; X – крест), затем @, затем столбец и строка клетки, без пробелов.
