# What stands in the way of reading a letter.
problem-empty = I found nothing of your own in this letter.
problem-encrypted = This letter is encrypted, and I cannot read it. Please send it as plain text.
problem-tnef = All there is in this letter is a winmail.dat, which only Outlook can open. Please send it as plain text.
problem-attachment-only = This letter has attachments but no text. Please write in the letter itself; I don’t open attachments.
problem-damaged-base64 = This letter was damaged on its way (its base64 encoding is incomplete), so some of the text may be missing.
problem-charset-guessed = This letter doesn’t say properly which character set it is written in, so I had to guess. Please check how I read it.
problem-parts-disagree = The plain-text part and the HTML part of this letter say different things.
problem-found-in-quote = I found your words only inside the quoted letter. Please write above the quote, at the very top.
