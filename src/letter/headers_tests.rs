use super::*;
use crate::letter::lines::plain;

#[test]
fn header_blocks() {
    let block = |text: &str| header_block(&plain(text), false);
    assert_eq!(
        block(
            "From: Boardpost <g@x.org>\nSent: Monday, October 5, 2026 10:00 AM\nTo: Bob <b@x.org>\nSubject: Game 17\n\nx"
        ),
        Some(4)
    );
    assert_eq!(block("*From:* Boardpost\n*Date:* Monday\n*To:* Bob, Carl,\nDora\n*Subject:* Game"), Some(5));
    assert_eq!(block("Feladó: X\nKüldve: 2026. október 5.\nCímzett: Y\nTárgy: Z"), Some(4));
    assert_eq!(block("От: X\nОтправлено: 5 октября 2026 г.\nКому: Y\nТема: Z"), Some(4));
    assert_eq!(block("Fra: X\n\nSendt: 5.\n\nTil: Y\n\nEmne: Z"), Some(7));
    // a language that no table knows
    assert_eq!(block("Gönderen: X <g@x.org>\nTarih: 5 Ekim 2026\nKime: Y <y@x.org>\nKonu: Z"), Some(4));
    assert_eq!(block("A: 56 43\nB: 1\nC: 2"), None);
    assert_eq!(block("From: here I go on\nmove ew@E5"), None);
    assert_eq!(block("White: Bob\nBlack: Carl\nStart: 2026"), None);
}
