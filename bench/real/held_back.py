"""Forty questions about the documents of mixed_documents.py, written on 27 November 2026 from the documents alone.

Held back: neither the search nor a prompt is changed because of an answer to one of them. A question has its file, what a right answer
matches (a pattern or a number) and for prose the words of its passage. No passage answers those of NO_ANSWER.
"""

HELD_BACK = [
    ("house-rules.docx", "On which day of the week may I not drill at all?", "sunday", "not on Sundays"),
    ("house-rules.docx", "Which bin do old newspapers belong in?", "blue", "blue bin"),
    ("shop-faq.docx", "What do I pay for a delivery within the country?", r"4\.90?", "costs 4.90"),
    ("crimea.docx", "How many died of other causes in 1854-12?", 310, None),
    ("rental-contract.pdf", "When is the rent due?", "third working day", "third working day"),
    ("rental-contract.pdf", "How much is paid in advance for heating and water?", r"\b110\b", "110 euros"),
    ("annual-report.pdf", "Which works does the new plant replace?", "leeds", "works in Leeds"),
    ("annual-report.pdf", "How high is the net debt?", r"\b95\b", "reduced to 95 million"),
    ("router-manual.html", "What should I do if the light is red?", "call|provider", "A red light"),
    ("router-manual.html", "How hot may it get where the router stands?", r"\b40\b", "from 0 to 40"),
    ("antibiotics.html", "How much Streptomycin is needed against Proteus vulgaris?", 0.1, None),
    ("antibiotics.html", "What is the highest value of Neomycin?", 40, None),
    ("board-minutes.epub", "How many guests are expected in autumn?", r"\b120\b", "120 guests"),
    ("ada-quist.epub", "Why did Ada Quist give up science?", "accident|eye", "gave up science"),
    ("ada-quist.epub", "What did the town do with her house?", "museum", "opened it as a museum"),
    ("bread.eml", "How hot is the oven for the first ten minutes?", r"\b250\b", "250 degrees"),
    ("bread.eml", "How long should the loaf cool before I cut it?", "(whole|one|a) day|24", "for a whole day"),
    ("garden-club.eml", "What has been ordered against slugs?", "nematode", "ordered nematodes"),
    ("island-guide.rtf", "When does the last boat go back?", r"23[:.]15|11[:.]15", "at 23:15"),
    ("island-guide.rtf", "What does a return ticket for the ferry cost?", r"9\.50?", "return ticket is 9.50"),
    ("cars.xlsx", "How many miles per gallon does the toyota corona mark ii do?", 24, None),
    ("cars.xlsx", "Which car has the smallest displacement?", "fiat 128", None),
    ("stocks.xlsx", "What was the lowest price of AMZN?", 5.97, None),
    ("airports.csv", "How many of the airports are in Maine (ME)?", 34, None),
    ("weather.csv", "How much precipitation was there on 2013-09-28?", 43.4, None),
    ("weather.csv", "How many days were foggy?", 82, None),
    ("wheat.ods", "What did wheat cost in 1700?", 30, None),
    ("wheat.ods", "In which year were wages lowest?", 1565, None),
    ("barley.pptx", "How much did Svansota yield at University Farm?", 27.4, None),
    ("barley.pptx", "Which variety had the lowest yield at Duluth?", "Svansota", None),
]

NO_ANSWER = [
    "What is the password of the wireless network at 14 Linden Street?",
    "How much does a parking space cost with the flat?",
    "Who took the minutes of the board?",
    "How many people does the group employ in Brazil?",
    "How much sugar goes into the rye bread?",
    "In which year did Ada Quist's sister Liv die?",
    "How many passengers does Honolulu International have in a year?",
    "What is the price of the buick skylark 320?",
    "At what temperature does ethanol boil?",
    "Which vaccinations do I need for Kenya?",
]
