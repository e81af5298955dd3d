tp sync trade master settings --to sqlite:mirror.db
