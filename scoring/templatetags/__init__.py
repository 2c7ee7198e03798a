"""What templates of other rooms may show of hands."""
