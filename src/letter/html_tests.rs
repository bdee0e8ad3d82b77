use super::*;

fn text(html: &str) -> Vec<String> {
    lines(html).into_iter().map(|l| format!("{}{}", "> ".repeat(l.depth), l.text())).collect()
}

#[test]
fn blocks_break_lines() {
    assert_eq!(text("<div>ew@E5</div><div>X@e5</div>"), ["ew@E5", "X@e5"]);
    assert_eq!(text("a<div>b</div>c<ul><li>d<li>e</ul><h1>f</h1>g"), ["a", "b", "c", "d", "e", "f", "g"]);
    assert_eq!(text("<div>a<br></div><div><br></div><div>b</div>"), ["a", "", "b"]);
    assert_eq!(text("<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>d"), ["a b", "c", "d"]);
    assert_eq!(text("<p>a</p><p>b</p>"), ["a", "", "b"]);
    assert_eq!(text("<p class=MsoNormal>a</p><p class=MsoNormal>b</p>"), ["a", "b"]);
    assert_eq!(text("<p style=\"margin: 0px\">a</p><p style='margin:0'>b</p>"), ["a", "b"]);
}

#[test]
fn blanks_and_entities() {
    assert_eq!(text("  a \n  b&nbsp;&lt;c&gt; &amp;copy; &#1042;1  "), ["a b\u{a0}<c> &copy; В1"]);
    assert_eq!(text("<pre>+---+\n| a |\n\n+---+</pre>x"), ["+---+", "| a |", "", "+---+", "x"]);
    assert_eq!(text("<pre>\n  a\n b\n</pre>c"), ["  a", " b", "c"]);
    assert_eq!(
        text("<div style='white-space: pre-wrap'>a\n b<p style='white-space:normal'>c\nd</p></div>"),
        ["a", " b", "", "c d"]
    );
    assert_eq!(text("<b>e</b>w@<i>E5</i>"), ["ew@E5"]);
}

#[test]
fn what_nobody_sees_is_dropped() {
    let html = "<html><head><title>t</title><style>a>b{}</style></head><body><script>1<2</script>a\
        <div style='display: none'>h<div>i</div></div><span hidden>j</span><!-- c -->b</body></html>";
    assert_eq!(text(html), ["a", "b"]);
}

#[test]
fn only_marked_blockquotes_are_quotes() {
    assert_eq!(text("a<blockquote>own</blockquote>"), ["a", "own"]);
    assert!(lines("<blockquote>own</blockquote>")[0].weak);
    assert_eq!(
        text("a<blockquote type=cite>b<blockquote type=cite>c</blockquote></blockquote>d"),
        ["a", "> b", "> > c", "d"]
    );
}

#[test]
fn deep_and_broken_html_is_read() {
    let deep = format!("{}x{}y", "<div><b>".repeat(50_000), "</b></div>".repeat(50_000));
    let got = text(&deep);
    assert_eq!(got, ["x", "y"]);
    assert_eq!(text("<div a='<b>x"), Vec::<String>::new());
    assert_eq!(text("</div></p>a</b>"), ["a"]);
}

/// What stands above the place that a client marked as the beginning of the old letter, signatures apart.
fn above(html: &str) -> Vec<String> {
    let lines = lines(html).into_iter().take_while(|l| l.mark != Some(Mark::Cut));
    lines.filter(|l| l.mark != Some(Mark::Signature)).map(|l| l.text().to_owned()).collect()
}

#[test]
fn the_line_above_the_old_letter_in_many_words() {
    for style in [
        "border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm",
        "border-style: solid none none; border-top-width: 1pt; border-top-color: rgb(225, 225, 225); padding: 3pt 0in 0in;",
        "border-width: 1pt medium medium; border-style: solid none none; border-color: rgb(1, 2, 3) currentcolor; padding: 3pt 0cm 0cm;",
        "border-right: none; border-bottom: none; border-left: none; border-top: 1pt solid rgb(181, 196, 223); padding: 3pt 0in 0in;",
        "BORDER-BOTTOM: medium none; BORDER-TOP: #b5c4df 1pt solid; PADDING-TOP: 3pt",
    ] {
        assert_eq!(above(&format!("<div>ew@E5</div><div style='{style}'><p>someone</p></div><p>ns@D4</p>")), ["ew@E5"]);
    }
    for style in [
        "border:none;border-bottom:solid windowtext 1.0pt;padding:0cm 0cm 1.0pt 0cm",
        "mso-element:para-border-div;border:none;border-top:solid windowtext 1.0pt;padding:1.0pt 0cm 0cm 0cm",
        "border-top: 1px solid black",
    ] {
        assert_eq!(above(&format!("<div>hi</div><div style='{style}'>ew@E5</div>")), ["hi", "ew@E5"], "{style}");
    }
}

#[test]
fn signatures_by_name() {
    let spark = "<div name=messageBodySection>ew@E5</div><div name=messageSignatureSection>Bob</div>";
    assert_eq!(above(spark), ["ew@E5"]);
    assert_eq!(above("<div>ew@E5<div id=MAC_OUTLOOK_SIGNATURE>Bob</div></div>"), ["ew@E5"]);
}

#[test]
fn typed_below_what_outlook_appends() {
    let old = "<hr><div id=divRplyFwdMsg><b>From:</b> someone</div><div>ns@D4<div id=x_appendonsend></div></div>";
    let mobile = format!("<div>ew@E5</div><div id=appendonsend></div>{old}");
    assert_eq!(above(&mobile), ["ew@E5"]);
    let below = format!("<div>hi</div><div id=appendonsend></div><div>ew@E5</div>{old}");
    assert_eq!(above(&below), ["hi", "ew@E5"]);
    // nothing says where else the old letter could begin
    assert_eq!(
        above("<div>ew@E5</div><div id=appendonsend></div><div>old</div><div id=x_divRplyFwdMsg>x</div>"),
        ["ew@E5"]
    );
}

#[test]
fn lines_that_divide() {
    for id in ["zwchr", "stopSpelling", "replySplit"] {
        assert_eq!(
            above(&format!("<div>ew@E5</div><hr id={id}><div>someone</div><div>ns@D4</div>")),
            ["ew@E5"],
            "{id}"
        );
    }
    assert_eq!(above("<p>hi</p><hr><p>ew@E5</p>"), ["hi", "", "ew@E5"]);
    for id in ["origbody", "reply139content"] {
        assert_eq!(above(&format!("<div>ew@E5</div><div id={id}>someone<br>ns@D4</div>")), ["ew@E5"], "{id}");
    }
}

#[test]
fn signatures_that_their_names_tell() {
    for open in ["<signature id=mailspring>", "<div class=front-signature>", "<div class='blue_mail_signature x'>"] {
        let lines = lines(&format!("<div>ew@E5</div>{open}Bob</signature></div><div>later</div>"));
        let marked: Vec<bool> = lines.iter().map(|l| l.mark == Some(Mark::Signature)).collect();
        assert_eq!(marked.get(..2), Some(&[false, true][..]), "{open}");
    }
}
