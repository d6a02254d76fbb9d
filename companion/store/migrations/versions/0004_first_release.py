"""0.1.0, the first release: what has no form yet is made by the models, in the newest one"""


revision = '0004'
down_revision = None


def upgrade():
    pass
