"""What other sites, chats and programs write around a card's name."""
