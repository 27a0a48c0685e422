import ArgumentParser

FixturesCommand.main()
